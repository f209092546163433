/**
 * Methods whose result is the text in another form, not a part of it or a fact about it, beside those in
 * `derivations.ts`. With arguments: without any, some of them give the same text.
 */
export const textMethods: ReadonlySet<string> = new Set(['normalize', 'padEnd', 'padStart', 'strip', 'toString'])
