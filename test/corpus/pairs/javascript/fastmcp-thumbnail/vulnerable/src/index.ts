import { exec } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { FastMCP, UserError } from 'fastmcp'
import { z } from 'zod'

const run = promisify(exec)

const server = new FastMCP({ name: 'thumbnail', version: '0.3.0' })

server.addTool({
  name: 'thumbnail',
  description: 'Takes a picture out of a video',
  parameters: z.object({
    video: z.string().describe('Absolute path of the video'),
    second: z.number().min(0).default(1),
  }),
  execute: async ({ video, second }, { log }) => {
    const target = `/tmp/thumbnail-${Date.now()}.jpg`
    log.info('taking picture')
    await run(`ffmpegthumbnailer -i '${video}' -t ${second} -o ${target}`)
    const { size } = await stat(target)
    if (size === 0) {
      throw new UserError('The video holds no picture at that second')
    }
    return target
  },
})

server.start({ transportType: 'stdio' })
