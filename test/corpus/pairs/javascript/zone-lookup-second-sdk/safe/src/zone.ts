import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Form {
  readonly short: boolean
}

const dig = promisify(execFile)

export async function nameServers(zone: string, form: Form): Promise<string[]> {
  const { stdout } = await dig('dig', ['NS', ...(form.short ? ['+short'] : []), zone])
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(';'))
}
