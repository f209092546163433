import { execSync } from 'node:child_process'

export class Job {
  readonly #branch: string

  constructor(branch: string) {
    if (branch === '') throw new Error('a job needs a branch')
    this.#branch = branch
  }

  run(): string {
    return execSync(`make build BRANCH=${this.#branch}`, { encoding: 'utf8' })
  }
}
