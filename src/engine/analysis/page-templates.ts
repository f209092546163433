import { z } from 'zod'

/** A value that a template outputs without escaping it. */
const RawOutput = z.object({
  /** Property path in the template data: `output`, `name`. */
  keys: z.array(z.string()),
  line: z.int().positive(),
})
export type RawOutput = z.infer<typeof RawOutput>

/** Limits per template: number of outputs, length of an expression, and length of a property path. */
const limits = { outputs: 50, expression: 200, keys: 6 }

const ending = /\.(?:ejs|hbs|handlebars|mustache|njk|nunjucks|swig|pug|jade|jinja2?|j2|html?)$/
const folder = /(?:^|\/)(?:views?|templates?|pages|partials)\//

/** Tags that output a value without escaping, by file extension. */
const tags: readonly { readonly of: RegExp; readonly tag: RegExp }[] = [
  { of: /\.(?:ejs|html?)$/, tag: /<%-([^%<]{1,200}?)-?%>/g },
  { of: /\.(?:hbs|handlebars|mustache)$/, tag: /\{\{\{([^{}]{1,200})\}\}\}|\{\{&([^{}]{1,200})\}\}/g },
  { of: /\.(?:njk|nunjucks|swig|jinja2?|j2|html?)$/, tag: /\{\{([^{}|]{1,200})\|\s*safe\s*\}\}/g },
  { of: /\.(?:pug|jade)$/, tag: /!\{([^{}]{1,200})\}|!=[ \t]*([^\n]{1,200})/g },
]

/** True if the path suggests a page template. */
export const isPageTemplate = (path: string): boolean => ending.test(path) && folder.test(path)

/** Finds the values that a template outputs without escaping them: `<%- name %>`, `{{{name}}}`, `{{ name | safe }}`. */
export function rawOutputs(path: string, text: string): RawOutput[] {
  const found: RawOutput[] = []
  for (const { of, tag } of tags) {
    if (!of.test(path)) continue
    for (const match of text.matchAll(tag)) {
      const keys = keysOf((match[1] ?? match[2] ?? '').slice(0, limits.expression))
      if (keys && found.length < limits.outputs) found.push({ keys, line: lineOf(text, match.index) })
    }
  }
  return found
}

/** Parses `output.name` and `locals.output.name`. Other expressions, such as calls, have no property path. */
function keysOf(expression: string): string[] | undefined {
  const trimmed = expression.trim().replace(/^(?:this|locals)\./, '')
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(trimmed)
    ? trimmed.split('.').slice(0, limits.keys)
    : undefined
}

function lineOf(text: string, end: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** Serializes raw outputs. The analysis receives them together with the project settings. */
export const packOutputs = (outputs: readonly RawOutput[]): string => JSON.stringify(outputs)

/** Throws if `packOutputs` did not create the text. */
export const unpackOutputs = (text: string): RawOutput[] => z.array(RawOutput).parse(JSON.parse(text))
