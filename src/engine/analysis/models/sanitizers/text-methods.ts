/**
 * More methods, besides those in `derivations.ts`, that return the whole string in another form. Applies only to calls
 * with arguments, because some of these methods return the same string if there are none.
 */
export const textMethods: ReadonlySet<string> = new Set(['normalize', 'padEnd', 'padStart', 'strip', 'toString'])
