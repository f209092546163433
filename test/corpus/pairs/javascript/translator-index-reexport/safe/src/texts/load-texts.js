import { readFileSync } from 'fs'
import { join } from 'path'

export default function loadTexts(locale) {
  if (!/^[a-z]{2}$/.test(locale)) throw new RangeError('A locale is a two-letter code')
  const file = join('/opt/app/locales', `${locale}.json`)
  return JSON.parse(readFileSync(file, 'utf-8'))
}
