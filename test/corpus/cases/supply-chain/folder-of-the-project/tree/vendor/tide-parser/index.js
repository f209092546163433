exports.parse = (line) => line.trim().split(/\s+/).map(Number)
