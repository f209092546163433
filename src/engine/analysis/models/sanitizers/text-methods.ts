/**
 * More methods, besides those in `derivations.ts`, that return the whole string in another form. Applies only to calls
 * with arguments, because some of these methods return the same string without arguments.
 */
export const textMethods: ReadonlySet<string> = new Set(['normalize', 'padEnd', 'padStart', 'strip', 'toString'])
