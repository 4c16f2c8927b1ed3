export interface Order {
  readonly order: string;
  readonly product: string;
  readonly size: string;
  readonly date: string;
  readonly price: number;
}

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly price: number;
  readonly rating: number;
}

/** What a shop holds of its customer, and the products that everybody can see. */
export interface ShoppingData {
  readonly name: string;
  readonly gender: string;
  readonly card: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly preferences: {
    readonly diet: string;
    readonly colour: string;
    readonly brand: string;
    readonly shoeSize: string;
  };
  orders: Order[];
  readonly products: readonly Product[];
}
