/** Functions that render a template by its name. */
export const viewFunctions: readonly {
  readonly callee: string
  /** Position of the name of the template. */
  readonly name: number
  /** Position of the values of the template, or `keywords` if each value is a keyword argument. */
  readonly values: number | 'keywords'
}[] = [
  { callee: 'flask.render_template', name: 0, values: 'keywords' },
  { callee: 'quart.render_template', name: 0, values: 'keywords' },
  { callee: 'django.shortcuts.render', name: 1, values: 2 },
  { callee: 'django.template.loader.render_to_string', name: 0, values: 1 },
]

/** Methods that render a template by its name with the values of an object. */
export const viewMethods = {
  names: new Set(['render', 'view']),
  receiver: /\b(?:res(?:ponse)?|reply|ctx|context)\b/,
}
