import { z } from 'zod'
import { NotUnderstood } from './source-file.ts'

/** Result of lowering a file: the encoded module in base64, or the reason why it could not be parsed. */
export const LoweredFile = z.union([z.object({ unit: z.string() }), z.object({ notUnderstood: NotUnderstood })])
export type LoweredFile = z.infer<typeof LoweredFile>
