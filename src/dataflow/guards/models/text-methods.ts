/** Methods of texts whose result is the text in another form, not a part of it or a fact about it. */
export const textMethods: ReadonlySet<string> = new Set([
  'casefold', 'concat', 'format', 'join', 'lower', 'lstrip', 'normalize', 'padEnd', 'padStart', 'removeprefix', 'removesuffix', 'replace', 'replaceAll', 'rstrip', 'slice', 'strip', 'substring',
  'toLocaleLowerCase', 'toLowerCase', 'toString', 'toUpperCase', 'trim', 'trimEnd', 'trimStart', 'upper',
])
