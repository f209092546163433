import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { templates } from './templates.js'

Handlebars.registerHelper('include', (file) => readFileSync(file, 'utf8'))

export function format(layout, summary) {
  const source = templates.get(layout) ?? layout
  const template = Handlebars.compile(source, { noEscape: true })
  return template(summary)
}
