/** Bounds of what a file may claim. Real ones stay far below; only broken ones reach them. */
export const ggufLimits = {
  headerBytesMax: 134_217_728,
  entriesMax: 65_536,
  keyBytesMax: 65_535,
  textBytesMax: 16_777_216,
  listItemsMax: 4_194_304,
  tensorsMax: 65_536,
  dimensionsMax: 4,
  dimensionMax: 2_147_483_647,
  tensorNumbersMax: 34_359_738_368,
  alignmentBytesMax: 65_536,
} as const;
