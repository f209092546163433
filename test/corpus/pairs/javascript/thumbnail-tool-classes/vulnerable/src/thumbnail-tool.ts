import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { Tool } from './tool.ts'

const run = promisify(exec)

export class ThumbnailTool extends Tool {
  readonly name = 'thumbnail'
  readonly description = 'Makes a thumbnail of a picture'
  protected readonly properties = { picture: { type: 'string' }, width: { type: 'number' } }

  async execute(args: Record<string, unknown>): Promise<string> {
    const width = Number(args.width)
    const picture = String(args.picture)
    const { stderr } = await run(`vipsthumbnail "${picture}" --size ${width}`)
    return stderr === '' ? 'done' : stderr
  }
}
