import { readFileSync } from 'fs'
import { join } from 'path'

export default function loadTexts(locale) {
  const file = join('/opt/app/locales', `${locale}.json`)
  return JSON.parse(readFileSync(file, 'utf-8'))
}
