/** Outcome of a method that validates its first argument against a schema. */
export interface SchemaCheck {
  /**
   * How success is reported: the method throws otherwise (`ends`), returns `true`, or indicates it in the result
   * (`says`).
   */
  readonly passes: 'ends' | 'true' | 'says'
  /** Fields of the result that contain the validated value. Absent if the result is the value. */
  readonly under?: readonly string[]
}

/** Schema methods that validate their first argument. */
export const checkingMethods: ReadonlyMap<string, SchemaCheck> = new Map<string, SchemaCheck>([
  ...[
    'parse',
    'parseAsync',
    'decode',
    'decodeAsync',
    'validateSync',
    'attempt',
    'assert',
    'model_validate',
    'parse_obj',
    'validate_python',
    'model_validate_json',
    'parse_raw',
    'validate_json',
    'Parse',
    'Decode',
  ].map((name): [string, SchemaCheck] => [name, { passes: 'ends' }]),
  ...['safeParse', 'safeParseAsync', 'spa', 'safeDecode', 'safeDecodeAsync'].map((name): [string, SchemaCheck] => [
    name,
    { passes: 'says', under: ['data', 'output'] },
  ]),
  // Joi returns an object. yup returns a promise of the value.
  ['validate', { passes: 'says', under: ['value'] }],
  ['validateAsync', { passes: 'ends' }],
])
