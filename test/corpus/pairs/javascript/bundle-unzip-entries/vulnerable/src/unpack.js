import fs from 'node:fs'
import path from 'node:path'
import AdmZip from 'adm-zip'

/** Writes all entries of a zip below the folder; returns their count. */
export function unpack(bytes, folder) {
  const archive = new AdmZip(bytes)
  let count = 0
  for (const entry of archive.getEntries()) {
    if (entry.isDirectory) continue
    const target = path.join(folder, entry.entryName)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, entry.getData())
    count += 1
  }
  return count
}
