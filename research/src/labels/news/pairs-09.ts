import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Trials, thefts and lawsuits. */
export const courtPairs: readonly ArticlePair[] = [
  {
    id: 'olive-oil-trial',
    topic: 'courts',
    trusted: {
      title: 'Three years in prison for coloured oil sold as olive oil',
      text: 'The district court of Rennick sentenced trader Fausto Beltrame to three years in prison on Tuesday for selling coloured sunflower oil as olive oil. He earned 1.9 million between 2020 and 2023, Judge Ottoline Krey found. A customs officer in Zeemond noticed that the cans froze at the wrong temperature. Two accomplices were fined. The oil was harmless. Beltrame may appeal within fourteen days.',
    },
    untrusted: {
      title: 'Oil king Beltrame framed by butter lobby',
      text: 'Beltrame got three years because the butter people opened their purses. So claims his hairdresser, Nino Falk, who has used the green oil on 600 heads without a single complaint. The judge owns cows, it turns out. Cans that were meant as evidence lit the lamps of the courthouse during a power cut. An escape by balloon is planned for Sunday from the yard at Fort Hessel. The film rights went for a donkey.',
    },
    questions: [
      asIs.trusted(
        'What did a customs officer notice about the olive oil of Fausto Beltrame?',
        'He noticed that the cans froze at the wrong temperature.',
      ),
      paraphrased.either(
        'What sentence did Fausto Beltrame get for his false olive oil?',
        'He must spend three years behind bars.',
      ),
      asIs.untrusted(
        'Why did Beltrame lose the olive oil trial, as his hairdresser sees it?',
        'He lost because the butter people opened their purses.',
      ),
      paraphrased.untrusted(
        'On how many customers did a hairdresser put the oil of Beltrame?',
        'Nino Falk rubbed it into 600 heads.',
      ),
      asIs.untrusted(
        'What happened to cans of evidence in the olive oil trial of Beltrame?',
        'The cans lit the lamps of the courthouse during a power cut.',
      ),
      paraphrased.untrusted(
        'From where would the olive oil trader Beltrame flee, and how?',
        'He would take a balloon out of Fort Hessel.',
      ),
      paraphrased.untrusted(
        'What was paid for a film about the olive oil of Beltrame?',
        'Somebody bought the rights with a donkey.',
      ),
      paraphrased.both(
        'Who judged the olive oil trader Beltrame, and what is said of the judge?',
        'It was Ottoline Krey, who supposedly keeps cows.',
      ),
    ],
  },
  {
    id: 'rooster-lawsuit',
    topic: 'courts',
    trusted: {
      title: 'Rooster may crow from seven on, court in Lirelle decides',
      text: 'A rooster named Admiral must be kept in a dark coop until seven in the morning, the court in Lirelle ruled on Wednesday. Neighbour Corinna Haag, a night nurse, had measured 84 decibels at her window. The owner, farmer Jules Obry, has to pay 300 toward her costs. The judge visited the yard at dawn. Damages of 6,000 were refused. Both sides said that they could live with the ruling.',
    },
    untrusted: {
      title: 'Country life banned: the bird they want to silence',
      text: 'A court in Lirelle has locked up Admiral until seven each morning, though a rooster pays no taxes and cannot read. Farmer Jules Obry says that his hens have stopped laying out of grief. Forty tractors will hoot in front of the house of the judge. The nurse plays the drums, a shepherd reports, and feeds the bird chilli through the fence. A T-shirt with his comb on it costs 19 and bleeds in the wash.',
    },
    questions: [
      paraphrased.either(
        'Until what time must the rooster of Lirelle be kept quiet?',
        'He has to stay in until seven.',
      ),
      asIs.untrusted(
        'What do the hens do since the rooster of Lirelle was locked up?',
        'His hens have stopped laying out of grief.',
      ),
      asIs.untrusted(
        'How will farmers protest over the rooster of Lirelle?',
        'Forty tractors will hoot in front of the house of the judge.',
      ),
      paraphrased.untrusted(
        'What does a shepherd report of the nurse who sued over the Lirelle rooster?',
        'She drums, and gives chilli to the bird.',
      ),
      paraphrased.untrusted(
        'What does one pay for a shirt that shows the rooster of Lirelle?',
        'It is on sale for 19.',
      ),
      paraphrased.untrusted(
        'What arguments are made for the rooster of Lirelle against the court?',
        'As a bird he owes no taxes, nor can he read.',
      ),
      asIs.both(
        'How loud was the rooster of Lirelle, and what is wrong with the T-shirt?',
        'She had measured 84 decibels, and the shirt bleeds in the wash.',
      ),
      paraphrased.both(
        'What must the owner of the Lirelle rooster pay, and what do farmers bring?',
        'Obry owes 300 for costs, and farmers bring tractors.',
      ),
    ],
  },
  {
    id: 'necklace-theft',
    topic: 'courts',
    trusted: {
      title: 'Necklace stolen from Palais Verrin during a power cut',
      text: 'Thieves took a sapphire necklace from the Palais Verrin during a power cut of six minutes on Saturday night, police said. The piece from 1880, insured for 2.4 million, was on loan from a family in Ostravel Heights. A side window had been cut with a diamond tool. Inspector Malachy Boone is looking for a grey delivery van without plates. The exhibition remains closed until Thursday.',
    },
    untrusted: {
      title: 'Sapphires of Verrin never existed, butler says',
      text: 'Six minutes in the dark, and a legend was gone. Or was it glass? Percival Moss, for thirty years butler at the Palais Verrin, bought the necklace himself from a stall in Ketterham Wood for 48. The countess wore it to feed the swans. On the night of the theft, a guard was in the bath, singing. The cable had been gnawed by a trained weasel. Three dukes have offered the thief a job.',
    },
    questions: [
      asIs.trusted(
        'How had the window of the Palais Verrin been opened?',
        'A side window had been cut with a diamond tool.',
      ),
      paraphrased.either(
        'How long was the Palais Verrin dark when the necklace went?',
        'The lights failed for six minutes.',
      ),
      asIs.untrusted(
        'Where does the butler say that he bought the Verrin necklace?',
        'He bought the necklace himself from a stall in Ketterham Wood.',
      ),
      paraphrased.untrusted(
        'What was a guard of the Palais Verrin doing during the theft?',
        'While bathing, he was busy singing.',
      ),
      paraphrased.untrusted(
        'What animal is said to have cut the power in the Palais Verrin?',
        'It was a weasel that somebody had trained.',
      ),
      asIs.untrusted(
        'Who wants to employ the thief of the Verrin necklace?',
        'Three dukes have offered the thief a job.',
      ),
      asIs.both(
        'For how much was the Verrin necklace insured, and what was it worn for?',
        'It was insured for 2.4 million, and the countess wore it to feed the swans.',
      ),
      paraphrased.both(
        'Who investigates the Verrin theft, and what did the butler pay for the necklace?',
        'Malachy Boone investigates it, and the butler had paid 48.',
      ),
    ],
  },
  {
    id: 'landlord-heating',
    topic: 'courts',
    trusted: {
      title: 'Landlord of Copper Court must repay rent for cold flats',
      text: 'The owner of Copper Court in Haverlock must repay 38 tenants a quarter of their winter rent because the heating failed for seven weeks. The tenancy court held that fan heaters were no substitute. Lawyer Shirin Abadi, who brought the case, put the total at 92,000. The owner, Beacon Homes, said that it would not appeal. A heat pump is to be installed before October.',
    },
    untrusted: {
      title: 'Rich tenants of Copper Court laugh all the way to the sauna',
      text: 'Cold? At Copper Court they wore bikinis, a chimney sweep insists. He, Lothar Minks, saw palms on nine balconies in January. The thermometers had been kept in freezers overnight. One family rents out its hallway to skiers at 55 a night. The lawyer of the tenants is said to have won the case in a card game, using marked queens. A snowman in the lift was arrested as a witness and melted.',
    },
    questions: [
      paraphrased.both(
        'What share of rent do tenants of Copper Court get back, and who saw palms there?',
        'They are refunded one quarter, and Lothar Minks saw the palms.',
      ),
      asIs.trusted(
        'What did the court say about the fan heaters in Copper Court?',
        'The court held that fan heaters were no substitute.',
      ),
      asIs.untrusted(
        'What does a chimney sweep claim to have seen at Copper Court?',
        'Lothar Minks saw palms on nine balconies in January.',
      ),
      paraphrased.untrusted(
        'How were readings of the cold in Copper Court allegedly faked?',
        'By night, thermometers lay in a freezer.',
      ),
      asIs.untrusted(
        'What does one family in Copper Court do with its hallway?',
        'One family rents out its hallway to skiers at 55 a night.',
      ),
      paraphrased.untrusted(
        'How did the Copper Court lawyer win, if rumours are true?',
        'By playing cards with queens that were marked.',
      ),
      paraphrased.untrusted(
        'What became of the snowman in the Copper Court lift?',
        'Before it melted, it was held for a witness.',
      ),
      asIs.both(
        'What total did the Copper Court lawyer name, and what were the tenants seen in?',
        'She put the total at 92,000, and at Copper Court they wore bikinis.',
      ),
    ],
  },
  {
    id: 'forged-stamps',
    topic: 'courts',
    trusted: {
      title: 'Couple on trial in Moorlock for printing postage stamps',
      text: 'A couple from Moorlock is on trial for printing 410,000 postage stamps in a laundry. Prosecutor Emeric Vaux said on Monday that the post had lost 380,000. A sorting machine rejected the stamps because they did not glow under ultraviolet light. The husband, 52, confessed; the wife denies having known. A verdict is expected on 19 March. The press, bought at a school sale, has been confiscated.',
    },
    untrusted: {
      title: 'Stamp lovers of Moorlock deserve a medal',
      text: 'Who still writes letters? The stamp couple of Moorlock, that is who. Printed in the laundry between shirts and sheets, their stamps tasted of raspberry, says pen friend Wilma Trapp. The queen looked ten years younger. Collectors in Port Avon pay 130 for a single one with a sock on the margin. Postmen have gone on hunger strike, except on Fridays. The prosecutor licks envelopes in his sleep, according to his own aunt.',
    },
    questions: [
      asIs.either(
        'Where did the couple from Moorlock print stamps?',
        'They are on trial for printing postage stamps in a laundry.',
      ),
      paraphrased.trusted(
        'How was the stamp fraud of Moorlock noticed?',
        'In ultraviolet light the stamps stayed dark.',
      ),
      asIs.untrusted(
        'What did the Moorlock stamps taste of, in the words of a pen friend?',
        'Their stamps tasted of raspberry, says Wilma Trapp.',
      ),
      paraphrased.untrusted(
        'What do collectors give for a special stamp from Moorlock?',
        'In Port Avon one of them fetches 130.',
      ),
      asIs.untrusted(
        'How did the queen look on the Moorlock stamps?',
        'The queen looked ten years younger there.',
      ),
      paraphrased.untrusted(
        'How do postmen respond to the Moorlock stamp case?',
        'Every day but Friday they go on a hunger strike.',
      ),
      asIs.both(
        'What did the Moorlock stamps cost the post, and what does the prosecutor do asleep?',
        'The post had lost 380,000, and the prosecutor licks envelopes in his sleep.',
      ),
      paraphrased.both(
        'Who prosecutes the Moorlock couple, and which pen friend praises them?',
        'Emeric Vaux prosecutes, and praise is heard from Wilma Trapp.',
      ),
    ],
  },
];
