// Bytes are those of Python's codecs.
import { expect, test } from 'vitest'
import { nameDecoder } from './legacy-names.ts'

/** Of hexadecimal digits, as one letter for each byte. */
const raw = (hex: string) => String.fromCharCode(...Buffer.from(hex, 'hex'))

test.each([
  ['cp850', 'Süd/Ähre_0.JPG', '5381642f8e6872655f302e4a5047'],
  ['cp437', 'Grünland/Größe_1.jpg', '4772816e6c616e642f477294e1655f312e6a7067'],
  ['cp850', 'Café/Pré-1.jpg', '436166822f5072822d312e6a7067'],
  ['cp437', 'señal/niño_01.JPG', '7365a4616c2f6e69a46f5f30312e4a5047'],
  ['cp850', 'São João/1.jpg', '53c66f204a6fc66f2f312e6a7067'],
  ['cp850', 'Øst/Å_1.jpg', '9d73742f8f5f312e6a7067'],
  ['cp850', 'è_1.jpg', '8a5f312e6a7067'],
  ['cp852', 'Jęczmień/Żyto_1.jpg', '4aa9637a6d6965e42fbd79746f5f312e6a7067'],
  ['cp852', 'Příbram/Řepka.jpg', '50fda16272616d2ffc65706b612e6a7067'],
  ['cp852', 'Łąka/1.jpg', '9da56b612f312e6a7067'],
  ['latin1', 'Süd/Ähre_0.JPG', '53fc642fc46872655f302e4a5047'],
  ['cp866', 'Поле/Пшеница_1.jpg', '8faeaba52f8fe8a5ada8e6a05f312e6a7067'],
  ['cp1251', 'Поле/Пшеница_1.jpg', 'cfeeebe52fcff8e5ede8f6e05f312e6a7067'],
  ['shift_jis', 'コシヒカリ/写真_01.JPG', '835283568371834a838a2f8eca905e5f30312e4a5047'],
  ['shift_jis', '水稲/表.JPG', '908588ee2f955c2e4a5047'],
  ['shift_jis', '畑/DJI_0001.JPG', '94a82f444a495f303030312e4a5047'],
  ['shift_jis', '試験区A/1.jpg', '8e8e8cb18be6412f312e6a7067'],
  ['gbk', '郑麦366/DJI_0001.JPG', 'd6a3c2f33336362f444a495f303030312e4a5047'],
  ['gbk', '小麦/1.jpg', 'd0a1c2f32f312e6a7067'],
  ['gbk', '水稻品种/照片.jpg', 'cbaeb5bec6b7d6d62fd5d5c6ac2e6a7067'],
  ['euc_kr', '시험/벼_1.jpg', 'bdc3c7e82fbaad5f312e6a7067'],
  ['euc_kr', '밭/사진.jpg', 'b9e72fbbe7c1f82e6a7067'],
])('%s: %s', (_, name, hex) => {
  const entry = { name: raw(hex), isUtf8: false }
  expect(nameDecoder([entry])(entry)).toBe(name)
})

test('names that are UTF-8 are that, and the others of one archive are in one code page', () => {
  const entries = [raw('5381642f8e6872652e4a5047'), raw('e05f312e6a7067'), Buffer.from('Größe.jpg').toString('latin1')]
  const nameOf = nameDecoder(entries.map((name) => ({ name, isUtf8: false })))
  expect(entries.map((name) => nameOf({ name, isUtf8: false }))).toEqual(['Süd/Ähre.JPG', 'Ó_1.jpg', 'Größe.jpg'])
})
