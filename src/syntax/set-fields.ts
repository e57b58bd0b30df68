/** The type of an object in which each field that may be undefined is optional instead. */
export type SetFields<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Removes fields that are undefined, so that an object equals what its JSON parses to. */
export function setFields<Fields extends object>(fields: Fields): SetFields<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as SetFields<Fields>;
}
