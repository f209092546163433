import { execSync } from 'node:child_process'

export function deploy(branch) {
  return execSync(`./deploy.sh --branch ${branch}`, { encoding: 'utf8', timeout: 60_000 })
}
