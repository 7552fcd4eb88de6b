//! Declarations of events.
//!
//! From one declaration, `event!` makes the documented struct, its form in JSON and JavaScript, and the
//! [`TypeScript`](crate::TypeScript) interface, which `npm run generate` writes.

/// Declares an event: `field: "name in JavaScript" [required Type as "type in TypeScript"]`, or `optional`.
///
/// An event has the fields of the one that it `extends`: it derefs to it. `with name = value` is a field of constant
/// value, which only JavaScript has. The documentation ends with an example in TypeScript, a block of `ts`; an event
/// without one is no public type of TypeScript.
macro_rules! event {
    ($(#[doc = $doc:literal])+ $event:ident
        $(extends $base:ident)?
        $(with $constant:ident = $value:literal $constant_doc:literal)?
    {
        $($(#[doc = $field_doc:literal])+ $field:ident: $name:literal [$presence:ident $type:ty as $ts_type:literal],)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub struct $event {
            $(pub(super) base: $base,)?
            $($(#[doc = $field_doc])+ pub $field: $crate::client::events::declare::field_type!($presence $type),)+
        }

        $(impl std::ops::Deref for $event {
            type Target = $base;

            fn deref(&self) -> &$base {
                &self.base
            }
        })?

        impl $event {
            /// The TypeScript declaration.
            pub const TYPESCRIPT: $crate::model::TypeScript = $crate::model::TypeScript {
                name: stringify!($event),
                docs: &[$($doc),+],
                extends: concat!($(stringify!($base))?),
                members: &[
                    $($crate::model::Property {
                        name: stringify!($constant), required: true, ty: stringify!($value), docs: &[$constant_doc],
                    },)?
                    $($crate::model::Property {
                        name: $name,
                        required: $crate::client::events::declare::is_required!($presence),
                        ty: $ts_type,
                        docs: &[$($field_doc),+],
                    },)+
                ],
                values: &[],
            };

            const FIELD_COUNT: usize = Self::TYPESCRIPT.members.len() $(+ $base::FIELD_COUNT)?;

            /// Writes the fields, those of the extended event first.
            fn write<S: serde::ser::SerializeStruct>(&self, object: &mut S) -> Result<(), S::Error> {
                $($base::write(&self.base, object)?;)?
                $(object.serialize_field(stringify!($constant), &$value)?;)?
                $($crate::client::events::declare::write_field!($presence object $name &self.$field);)+
                Ok(())
            }
        }

        impl serde::Serialize for $event {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct as _;
                let mut object = serializer.serialize_struct(stringify!($event), Self::FIELD_COUNT)?;
                self.write(&mut object)?;
                object.end()
            }
        }
    };
}

macro_rules! field_type {
    (required $type:ty) => { $type };
    (optional $type:ty) => { Option<$type> };
}

macro_rules! is_required {
    (required) => {
        true
    };
    (optional) => {
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
}

pub(super) use {event, field_type, is_required, write_field};
