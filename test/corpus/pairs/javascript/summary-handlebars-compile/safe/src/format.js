import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { templates } from './templates.js'

Handlebars.registerHelper('include', (file) => readFileSync(file, 'utf8'))

export function format(layout, summary) {
  const source = templates.get(layout)
  if (source === undefined) throw new Error('There is no such layout')
  const template = Handlebars.compile(source, { noEscape: true })
  return template(summary)
}
