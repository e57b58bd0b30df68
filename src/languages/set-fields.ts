/** The fields of an object that are set: one that may be undefined may be missing instead. */
export type SetFields<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Leaves out the fields that are undefined: where they are optional, JSON and zod tell such a one from a missing one. */
export function setFields<Fields extends object>(fields: Fields): SetFields<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SetFields<Fields>;
}
