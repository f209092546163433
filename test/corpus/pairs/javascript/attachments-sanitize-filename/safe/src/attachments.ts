import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sanitize from 'sanitize-filename'

export class Attachments {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  save(title: string, content: string): string {
    const name = sanitize(title.trim()) || 'untitled'
    const path = join(this.folder, name)
    writeFileSync(path, Buffer.from(content, 'base64'))
    return path
  }
}
