import { execFile } from 'node:child_process'
import { checkHost } from './host.js'

export class Uptime {
  readonly #user: string

  constructor(user: string) {
    this.#user = user
  }

  of(host: string): Promise<string> {
    const target = checkHost(host)
    return new Promise((resolve, reject) => {
      execFile('ssh', ['-l', this.#user, '-o', 'BatchMode=yes', target, 'uptime'], { timeout: 10_000 }, (error, stdout) => {
        if (error) reject(error)
        else resolve(stdout.trim())
      })
    })
  }
}
