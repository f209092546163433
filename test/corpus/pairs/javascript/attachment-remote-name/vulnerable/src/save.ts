import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

const FOLDER = '/home/mail/attachments'
const SERVICE = 'https://mail.example/attachments/'

function nameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const match = /filename="([^"]+)"/.exec(header)
  return match?.[1] ?? 'attachment.bin'
}

export async function save(id: number): Promise<string> {
  const response = await fetch(`${SERVICE}${id}`)
  if (response.body === null) throw new Error('The attachment is empty')
  const target = join(FOLDER, nameOf(response))
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(target))
  return target
}
