//! Declarations of objects that callers receive: events and the fields of errors.
//!
//! From one declaration, `object!` makes the documented struct, its form in JSON and JavaScript, and the
//! [`TypeScript`](crate::TypeScript) interface, which `npm run generate` writes.

/// Declares an object: `field: "name in JavaScript" [required Type as "type in TypeScript"]`. Instead of `required`:
///
/// - `optional`: the field is an `Option`.
/// - `double`: an optional 64-bit integer, which JavaScript receives as a double. Every other
///   conversion of a 64-bit integer in `serde-wasm-bindgen` can fail.
/// - `native`: an `Option` that `Serialize` leaves out. `src/wasm/` sets the field in JavaScript.
///
/// Before the fields:
///
/// - `extends Base`: the object has the fields of `Base` too, and dereferences to `Base`.
/// - `with name = value "doc"`: a field with a constant value, which the Rust struct does not have.
/// - `plus "name" as "type" "doc"`: an optional field that only JavaScript has.
///
/// The doc comment ends with a block of `ts`, an example in TypeScript. An object without this
/// block has no public type in TypeScript.
macro_rules! object {
    ($(#[doc = $doc:literal])+ $(#[derive($derive:ident)])? $object_type:ident
        $(extends $base:ident)?
        $(with $constant:ident = $value:literal $constant_doc:literal)?
        $(plus $added:literal as $added_type:literal $added_doc:literal)?
    {
        $($(#[doc = $field_doc:literal])+ $field:ident: $name:literal [$presence:ident $type:ty as $ts_type:literal],)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq $(, $derive)?)]
        #[non_exhaustive]
        pub struct $object_type {
            $(pub(super) base: $base,)?
            $($(#[doc = $field_doc])+ pub $field: $crate::model::object::field_type!($presence $type),)+
        }

        $(impl std::ops::Deref for $object_type {
            type Target = $base;

            fn deref(&self) -> &$base {
                &self.base
            }
        })?

        impl $object_type {
            /// The TypeScript declaration.
            pub const TYPESCRIPT: $crate::model::TypeScript = $crate::model::TypeScript {
                name: stringify!($object_type),
                docs: &[$($doc),+],
                // Without a base, `concat!()` is the empty text.
                extends: concat!($(stringify!($base))?),
                members: &[
                    $($crate::model::Property {
                        name: stringify!($constant), required: true, ty: $crate::model::PropertyType::TypeScript(stringify!($value)), docs: &[$constant_doc],
                    },)?
                    $($crate::model::Property {
                        name: $name,
                        required: $crate::model::object::is_required!($presence),
                        ty: $crate::model::PropertyType::TypeScript($ts_type),
                        docs: &[$($field_doc),+],
                    },)+
                    $($crate::model::Property {
                        name: $added, required: false, ty: $crate::model::PropertyType::TypeScript($added_type), docs: &[$added_doc],
                    },)?
                ],
                values: &[],
            };

            // `serde` needs the number of fields only as a hint: some of the fields may be absent.
            const FIELD_COUNT: usize = Self::TYPESCRIPT.members.len() $(+ $base::FIELD_COUNT)?;

            /// Writes the fields, beginning with the fields of the extended object.
            fn write<S: serde::ser::SerializeStruct>(&self, object: &mut S) -> Result<(), S::Error> {
                $($base::write(&self.base, object)?;)?
                $(object.serialize_field(stringify!($constant), &$value)?;)?
                $($crate::model::object::write_field!($presence object $name &self.$field);)+
                Ok(())
            }
        }

        impl serde::Serialize for $object_type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct as _;
                let mut object = serializer.serialize_struct(stringify!($object_type), Self::FIELD_COUNT)?;
                self.write(&mut object)?;
                object.end()
            }
        }
    };
}

macro_rules! field_type {
    (required $type:ty) => { $type };
    ($other:ident $type:ty) => { Option<$type> };
}

macro_rules! is_required {
    (required) => {
        true
    };
    ($other:ident) => {
        false
    };
}

macro_rules! write_field {
    (required $object:ident $name:literal $value:expr) => {
        $object.serialize_field($name, $value)?
    };
    (optional $object:ident $name:literal $value:expr) => {
        if let Some(value) = $value {
            $object.serialize_field($name, value)?;
        }
    };
    (double $object:ident $name:literal $value:expr) => {
        if let Some(value) = $value {
            $object.serialize_field($name, &(*value as f64))?;
        }
    };
    (native $object:ident $name:literal $value:expr) => {};
}

pub(crate) use {field_type, is_required, object, write_field};
