import { execFile } from 'node:child_process'

export function compose(callback, verb, ...services) {
  const words = ['compose', verb, '--', ...services]
  execFile('docker', words, { cwd: '/srv/stack' }, callback)
}
