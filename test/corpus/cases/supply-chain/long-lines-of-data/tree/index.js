const words = require('./words.js')

exports.isStopWord = (word) => words.includes(word.toLowerCase())
