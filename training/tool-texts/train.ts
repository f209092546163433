// node training/tool-texts/train.ts FOLDER
//
// Trains the classifier on the texts in this folder and on the development texts in FOLDER (injection.jsonl and
// benign.jsonl), and writes src/engine/rules/tool-definitions/classifier/weights.json.
import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trainedModel } from './trained-model.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the labeled texts.')
const target = join(import.meta.dirname, '../../src/engine/rules/tool-definitions/classifier/weights.json')
const { weights, scale, bias, texts } = trainedModel(folder)
const encoded = Buffer.from(weights.buffer).toString('base64')
writeFileSync(target, `${JSON.stringify({ scale, bias, weights: encoded }, undefined, 2)}\n`)
process.stdout.write(`Trained on ${texts} texts. The file has ${encoded.length} characters of weights.\n`)
