export { default as loadTexts } from './load-texts.js'
export * from './find-text.js'
