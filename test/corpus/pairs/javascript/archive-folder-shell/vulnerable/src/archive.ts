import { exec } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

const TARGET = '/var/lib/notes/archive'

export function tarFolder(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    exec(`tar -czf ${TARGET}.tgz -C /var/lib/notes ${folder}`, (error) => {
      if (error) reject(error)
      else resolve(`${TARGET}.tgz`)
    })
  })
}

export async function gzipText(text: string): Promise<string> {
  await writeFile(`${TARGET}.gz`, gzipSync(text))
  return `${TARGET}.gz`
}
