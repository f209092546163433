import { gauge } from './registry.ts'

/** `folder` is `data`: where scans, and the embedded database, write. No value while the disk does not say. */
export const diskFreeBytes = gauge({
  name: 'assay_disk_free_bytes',
  help: 'Bytes that may still be written on the disk of a folder, as the file system tells.',
  labels: ['folder'],
})
