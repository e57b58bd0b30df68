/** The parts of a zod schema's definition that this program reads. */
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

/** The definition of a zod schema. Does not check the argument: any other object gives a wrong result. */
export function definitionOf(schema: MarkedSchema): Definition {
  return schema.def as Definition;
}
