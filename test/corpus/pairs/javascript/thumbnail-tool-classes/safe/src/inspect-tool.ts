import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Tool } from './tool.ts'

const run = promisify(execFile)

export class InspectTool extends Tool {
  readonly name = 'inspect'
  readonly description = 'Tells the size of a picture'
  protected readonly properties = { picture: { type: 'string' } }

  async execute(args: Record<string, unknown>): Promise<string> {
    const { stdout } = await run('vipsheader', ['--', String(args.picture)])
    return stdout.trim()
  }
}
