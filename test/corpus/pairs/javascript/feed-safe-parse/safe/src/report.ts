import { exec as execCallback } from 'node:child_process'
import { promisify } from 'node:util'
import type { CostQuery } from './schema.js'

export class CostReport {
  private readonly exec = promisify(execCallback)

  async run(query: CostQuery): Promise<string> {
    const words = ['cloudctl', 'costs', '--days', query.days, '--region', query.region]
    const { stdout } = await this.exec(words.join(' '))
    return stdout
  }
}
