/**
 * Further methods, besides those in `derivations.ts`, that return the whole text in another form. Applies to calls with
 * arguments: without them, some of these methods return the same text.
 */
export const textMethods: ReadonlySet<string> = new Set(['normalize', 'padEnd', 'padStart', 'strip', 'toString'])
