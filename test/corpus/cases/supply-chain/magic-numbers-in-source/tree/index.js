const programs = [
  Buffer.from([0x7f, 0x45, 0x4c, 0x46]), // ELF
  Buffer.from('MZ'),
  Buffer.from([0xcf, 0xfa, 0xed, 0xfe]),
]

exports.isProgram = (bytes) => programs.some((magic) => bytes.subarray(0, magic.length).equals(magic))
