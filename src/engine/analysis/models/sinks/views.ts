/** Functions that render a template by name. */
export const viewFunctions: readonly {
  readonly callee: string
  /** Position of the template name. */
  readonly name: number
  /** Position of the template data, or `keywords` if each value is a keyword argument. */
  readonly values: number | 'keywords'
}[] = [
  { callee: 'flask.render_template', name: 0, values: 'keywords' },
  { callee: 'quart.render_template', name: 0, values: 'keywords' },
  { callee: 'django.shortcuts.render', name: 1, values: 2 },
  { callee: 'django.template.loader.render_to_string', name: 0, values: 1 },
]

/** Methods that render a template by name. The data is an object's properties. */
export const viewMethods = {
  names: new Set(['render', 'view']),
  receiver: /\b(?:res(?:ponse)?|reply|ctx|context)\b/,
}
