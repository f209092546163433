import { execSync } from 'node:child_process'

export function changes(since: string, max: number): string {
  if (!Number.isInteger(max)) throw new Error('--max takes a number')
  const text = execSync(`git log --format='%h %s' --max-count=${max} --since="${since}"`, { encoding: 'utf8' })
  return text.trim() === '' ? 'No changes' : text
}
