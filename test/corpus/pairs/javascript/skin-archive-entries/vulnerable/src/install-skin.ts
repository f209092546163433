import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import AdmZip from 'adm-zip'

const folder = path.resolve(process.env.SKINS_FOLDER ?? 'skins')

export async function installSkin(archive: Buffer): Promise<string[]> {
  const installed: string[] = []
  for (const entry of new AdmZip(archive).getEntries()) {
    if (entry.isDirectory) continue
    const target = path.join(folder, entry.entryName)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, entry.getData())
    installed.push(entry.entryName)
  }
  return installed
}
