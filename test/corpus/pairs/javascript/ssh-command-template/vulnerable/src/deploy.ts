import { execSync } from 'node:child_process'
import { checkoutLine } from './lines.js'

const FOLDER = '/srv/preview'

export function deploy(branch: string): string {
  const line = checkoutLine({ folder: FOLDER, branch })
  return execSync(line, { encoding: 'utf8' })
}
