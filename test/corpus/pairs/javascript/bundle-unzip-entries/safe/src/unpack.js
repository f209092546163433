import fs from 'node:fs'
import path from 'node:path'
import AdmZip from 'adm-zip'

/** Writes all entries of a zip below the folder; returns their count. */
export function unpack(bytes, folder) {
  const archive = new AdmZip(bytes)
  let count = 0
  for (const entry of archive.getEntries()) {
    if (entry.isDirectory) continue
    const target = path.resolve(folder, entry.entryName)
    if (!target.startsWith(path.resolve(folder) + path.sep)) {
      throw new Error(`Entry ${entry.entryName} leaves the folder`)
    }
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, entry.getData())
    count += 1
  }
  return count
}
