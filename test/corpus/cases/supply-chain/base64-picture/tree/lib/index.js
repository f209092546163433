'use strict'

const { writeFileSync } = require('node:fs')

exports.bucket = (date, days) => Math.floor(date.getTime() / (days * 86_400_000))

const icon = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hKcLQBhj1CsaSqBKva5wVgkYHAcLadBNEMpDrflK3yXWa+xDo4mvqCwfZsu7rR60Jdx6ccXMT6ss2rw3RLIU7O8W1caXSJMj9Spl9eddBBoRwF0aqrwzd2Ui7Y9rpNE7fb41UM/xVCnuZW/vpmRIoI4LCGVcJe+l0SoTvfTGnzriML59QjK1fY895YkAc2icC8Ovtm9aP'

exports.writeIcon = (file) => writeFileSync(file, Buffer.from(icon, 'base64'))
