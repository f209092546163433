import { execFileSync } from 'node:child_process'
import { checkoutLines } from './lines.js'

const FOLDER = '/srv/preview'

export function deploy(branch: string): string {
  const lines = checkoutLines({ folder: FOLDER, branch })
  return lines.map((line) => execFileSync('git', line, { encoding: 'utf8' })).join('')
}
