import { exec } from 'node:child_process'

export function compose(callback, verb, ...services) {
  const words = ['docker', 'compose', verb, ...services]
  exec(words.join(' '), { cwd: '/srv/stack' }, callback)
}
