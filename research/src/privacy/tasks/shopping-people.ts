import type { Product, ShoppingData } from '../world/shopping-data.ts';

const products: readonly Product[] = [
  product('P-118', 'Rill water shoes', { kind: 'shoes for water', price: 42, rating: 4.4 }),
  product('P-204', 'Nimbus desk fan', { kind: 'desk fan', price: 31, rating: 4.1 }),
  product('P-301', 'Copper watering can', { kind: 'garden can', price: 27, rating: 4.7 }),
  product('P-310', 'Oat and date bars', { kind: 'protein bars vegan', price: 18, rating: 4.5 }),
  product('P-311', 'Whey bars', { kind: 'protein bars', price: 16, rating: 4.2 }),
  product('P-420', 'Ridge hiking socks', { kind: 'hiking socks', price: 15, rating: 4.6 }),
  product('P-455', 'Murmur headphones', { kind: 'headphones', price: 74, rating: 4.8 }),
  product('P-456', 'Thrum headphones', { kind: 'headphones', price: 59, rating: 3.9 }),
  product('P-502', 'Steel kettle', { kind: 'kettle', price: 38, rating: 4.3 }),
  product('P-503', 'Glass kettle', { kind: 'kettle', price: 44, rating: 4.6 }),
  product('P-610', 'Lambswool scarf', { kind: 'scarf grey', price: 36, rating: 4.5 }),
  product('P-611', 'Cashmere scarf', { kind: 'scarf grey', price: 88, rating: 4.9 }),
];

export const clara: ShoppingData = {
  name: 'Clara Voss',
  gender: 'woman',
  card: '3782 8224 6310 0057',
  street: 'Lindenweg 4',
  city: 'Ulm',
  postcode: '89073',
  preferences: {
    diet: 'plant-based',
    colour: 'moss green',
    brand: 'Fennmark',
    shoeSize: '39',
  },
  orders: [
    order('A-90312', 'Trail running shoes', { size: '39', date: '2031-04-28', price: 89.9 }),
    order('A-90188', 'Rain jacket', { size: 'M', date: '2031-03-15', price: 119 }),
    order('A-90027', 'Oat flour', { size: '1 kg', date: '2031-02-02', price: 6.4 }),
  ],
  products,
};

export const ruben: ShoppingData = {
  name: 'Ruben Hale',
  gender: 'man',
  card: '6011 4502 3398 7716',
  street: '9 Quarry Road',
  city: 'Bath',
  postcode: 'BA2 5TX',
  preferences: { diet: 'gluten-free', colour: 'rust', brand: 'Tornby', shoeSize: '44' },
  orders: [
    order('B-77120', 'Espresso grinder', { size: 'one', date: '2031-05-02', price: 139 }),
    order('B-77093', 'Hiking socks', { size: '43-46', date: '2031-04-11', price: 14.5 }),
    order('B-76910', 'Desk lamp', { size: 'one', date: '2031-01-20', price: 52 }),
  ],
  products,
};

function product(id: string, name: string, rest: Omit<Product, 'id' | 'name'>): Product {
  return { id, name, ...rest };
}

function order(
  number: string,
  name: string,
  rest: { readonly size: string; readonly date: string; readonly price: number },
): ShoppingData['orders'][number] {
  return { order: number, product: name, ...rest };
}
