export interface Friend {
  readonly name: string;
  readonly handle: string;
  readonly phone: string;
  readonly birthday: string;
}

export interface Transaction {
  readonly id: string;
  readonly date: string;
  readonly with: string;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly note: string;
}

export interface PublicPerson {
  readonly name: string;
  readonly handle: string;
  readonly city: string;
}

export interface Shop {
  readonly name: string;
  readonly handle: string;
  readonly sells: string;
}

/** What a payments service holds of its user; public entries are the same for everybody. */
export interface PaymentsData {
  readonly name: string;
  readonly handle: string;
  balance: number;
  password: string;
  friends: Friend[];
  transactions: Transaction[];
  readonly people: readonly PublicPerson[];
  readonly shops: readonly Shop[];
}
