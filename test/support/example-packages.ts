import { createGzip } from 'node:zlib'
import type { StandInPackages } from './npm-stand-in.ts'

/** `server` depends on `middle`, which depends on a vulnerable version of `flawed`. */
export const examplePackages: StandInPackages = {
  'server@1.0.0': { dependencies: { middle: '^2.0.0', fine: '^3.0.0' } },
  'middle@2.1.0': { dependencies: { flawed: '0.0.8' } },
  'flawed@0.0.8': {},
  'flawed@1.2.6': {},
  'fine@3.0.0': { files: { 'index.js': 'module.exports = 1\n' } },
}

/** Returns an archive of a few megabytes that unpacks to gigabytes: one file of zeros. */
export async function bombTarball(gibibytes: number): Promise<Buffer> {
  const header = Buffer.alloc(512)
  header.write('package/package.json')
  header.write('0000644\0', 100)
  header.write(`${(gibibytes * 1024 ** 3).toString(8).padStart(11, '0')}\0`, 124)
  header.write('        0', 148)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const gzip = createGzip({ level: 9 })
  const packed: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => packed.push(chunk))
  gzip.write(header)
  const zeros = Buffer.alloc(16 * 1024 ** 2)
  for (let written = 0; written < gibibytes * 1024 ** 3; written += zeros.length) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  await new Promise((resolve) => gzip.once('end', resolve))
  return Buffer.concat(packed)
}
