export interface Booking {
  readonly reference: string;
  flight: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly seat: string;
}

export interface Flight {
  readonly flight: string;
  readonly airline: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly departs: string;
  readonly arrives: string;
  readonly price: number;
}

/** What a flight-booking service holds of its user, and the flights that everybody can see. */
export interface FlightsData {
  readonly name: string;
  readonly card: string;
  readonly cardExpires: string;
  readonly passport: string;
  readonly nationality: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly frequentFlyer: string;
  bookings: Booking[];
  readonly flights: readonly Flight[];
}
