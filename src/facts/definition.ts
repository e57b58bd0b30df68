/** What zod stores about a schema, as far as it is used here. */
export interface Definition {
  type: string;
  entries?: Readonly<Record<string, string | number>>;
  values?: readonly unknown[];
  shape?: Readonly<Record<string, MarkedSchema>>;
  options?: readonly MarkedSchema[];
  element?: MarkedSchema;
  innerType?: MarkedSchema;
  keyType?: MarkedSchema;
  valueType?: MarkedSchema;
}

/** A schema of zod; `def` is a {@link Definition}. */
export interface MarkedSchema {
  def: unknown;
}

/** What a schema is made of. Asserts that it is one of zod's. */
export function definitionOf(schema: MarkedSchema): Definition {
  return schema.def as Definition;
}
