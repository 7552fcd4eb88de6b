// The pure helpers, computed in Rust.

import { guard } from "./error.js";
import { instance } from "./instance.js";
import { object, plain } from "./values.js";

export const resolveUri = (uri, options) => guard(() => instance().resolveUri(uri, plain(object("options", options))));
export const formatUnits = (value, decimals) => guard(() => instance().formatUnits(plain(value), decimals));
export const parseUnits = (text, decimals) => guard(() => BigInt(instance().parseUnits(text, decimals)));
export const checksumAddress = (address) => guard(() => instance().checksumAddress(address));
export const sameAddress = (a, b) => guard(() => instance().sameAddress(a, b));
export const routeOf = (transfer) => guard(() => instance().routeOf(plain(transfer)));
export const can = (project, area, permission) => guard(() => instance().can(plain(project?.auth), area, permission));
