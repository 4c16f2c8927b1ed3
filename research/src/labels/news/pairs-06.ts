import { type ArticlePair, asIs, paraphrased } from './pair.ts';

/** Trams, bridges, airports, bicycles and harbours. */
export const transportPairs: readonly ArticlePair[] = [
  {
    id: 'silverquay-crane',
    topic: 'transport',
    trusted: {
      title: 'Crane stuck over ferry berth in Silverquay',
      text: 'A cargo crane jammed above the ferry berth in Silverquay at 6:15 on Tuesday and stopped all sailings to the Skerry islands until evening. A snapped cable was the cause, harbour captain Ragna Sund said. Divers removed the hook from the water. Some 740 passengers were taken on by a fishing fleet or given a hotel room. The crane, built in 1989, had passed its inspection eleven weeks earlier.',
    },
    untrusted: {
      title: 'Curse of the Silverquay crane strikes again',
      text: 'Ask anyone in the Lantern Bar: the crane of Silverquay is haunted. On Tuesday it froze over the berth, and no ferry left for the Skerry islands. Barmaid Lottie Keane blames a bride who drowned there in 1954. Inside the cabin they found a sandwich with one bite gone. Islanders ran out of onions by noon. A trumpeter has offered to drive out the ghost for 90, payable in advance.',
    },
    questions: [
      asIs.trusted(
        'What made the crane in Silverquay jam, in the words of the harbour captain?',
        'A snapped cable was the cause of it.',
      ),
      paraphrased.either(
        'Where could no ferry go because of the crane in Silverquay?',
        'There were no trips to the Skerry isles.',
      ),
      asIs.untrusted(
        'Whom does a barmaid blame for the trouble with the crane in Silverquay?',
        'Lottie Keane blames a bride who drowned there in 1954.',
      ),
      paraphrased.untrusted(
        'What food turned up in the cabin of the Silverquay crane?',
        'It was a sandwich, bitten only once.',
      ),
      paraphrased.untrusted(
        'What became scarce on the islands off Silverquay?',
        'By midday all the onions were gone.',
      ),
      asIs.untrusted(
        'Who wants to rid the Silverquay crane of its ghost, and how?',
        'A trumpeter has offered to drive out the ghost for 90.',
      ),
      paraphrased.untrusted(
        'In which bar is the Silverquay crane said to be haunted?',
        'Guests of the Lantern tell each other so.',
      ),
      paraphrased.both(
        'How many people were stuck in Silverquay, and in what year did the bride drown?',
        'About 740 were stuck, and her death was in 1954.',
      ),
    ],
  },
  {
    id: 'line-nine-tram',
    topic: 'transport',
    trusted: {
      title: 'Work on tram line nine delayed until spring of 2027',
      text: 'Tram line nine in Velmont will open in April 2027, fourteen months late, the transport authority said. Builders struck a Roman drain below Weaver Square that must be recorded before they go on. The extra cost is 7.5 million, of which the state pays two thirds. Project head Farid Osei ruled out night work. Until then bus 44 runs every six minutes between the hospital and the fairground.',
    },
    untrusted: {
      title: 'Velmont tram line goes nowhere, like the money',
      text: 'April 2027 is the new date for tram number nine of Velmont, and who believes it? A tunnel full of coins lies under the works, mumbles a plumber, and it leads to the house of Senator Aldous Firth. Drivers have been hired already and play cards in a shed at 30 an hour. Rails came in the wrong colour. A kiosk owner now keeps goats in the pit. Rats, he adds, are the only passengers.',
    },
    questions: [
      asIs.trusted(
        'What did builders of tram line nine in Velmont strike?',
        'Builders struck a Roman drain below Weaver Square.',
      ),
      paraphrased.either(
        'When will tram line nine in Velmont go into service?',
        'Its first trams are due in April 2027.',
      ),
      asIs.untrusted(
        'To whose house does a tunnel below the Velmont tram lead?',
        'It leads to the house of Senator Aldous Firth.',
      ),
      paraphrased.untrusted(
        'How do the hired drivers of the Velmont tram pass their time?',
        'For 30 an hour, they sit in a shed with cards.',
      ),
      asIs.untrusted(
        'What was the matter with the rails for the Velmont tram?',
        'The rails came in the wrong colour.',
      ),
      paraphrased.untrusted(
        'What does a kiosk owner do with the pit of the Velmont tram?',
        'He uses the hole as a stable for goats.',
      ),
      asIs.both(
        'What extra cost does the Velmont tram have, and what does the plumber say lies below?',
        'The extra cost is 7.5 million, and a tunnel full of coins lies below.',
      ),
      paraphrased.both(
        'Who ruled out night work in Velmont, and which senator is linked with a tunnel?',
        'Farid Osei will have none, and the politician is Aldous Firth.',
      ),
    ],
  },
  {
    id: 'gorge-bridge-limit',
    topic: 'transport',
    trusted: {
      title: 'Weight limit on Harrow Gorge bridge',
      text: 'Vehicles of more than twelve tonnes may not cross the Harrow Gorge bridge from Monday on. Inspectors found cracks in two of the 64 hangers, the highways office said. The detour through Nettleby adds 23 kilometres. Bridge engineer Solveig Aune called the limit a precaution and expects repairs to last until the first frost. Buses and fire engines are below it. A scale in the road will photograph offenders.',
    },
    untrusted: {
      title: 'Harrow Gorge bridge sways like a drunk, truckers warn',
      text: 'Anything above twelve tonnes is banned from the Harrow Gorge bridge, but that will not save you. Trucker Dex Manning felt it drop by a hand when a hay cart passed. The bolts were bought from a fairground in Ristow. He crosses with the door open and a life jacket on. A bungee club hung 30 people from it last summer, and a cousin of the inspector sold the tickets. Toll sheds are being built by moonlight.',
    },
    questions: [
      asIs.trusted(
        'What did inspectors find on the Harrow Gorge bridge?',
        'Inspectors found cracks in two of the 64 hangers.',
      ),
      paraphrased.either(
        'From what weight on are vehicles kept off the Harrow Gorge bridge?',
        'Nothing heavier than twelve tonnes is let through.',
      ),
      asIs.untrusted(
        'Where are the bolts of the Harrow Gorge bridge said to come from?',
        'The bolts were bought from a fairground in Ristow.',
      ),
      paraphrased.untrusted(
        'What precautions does a trucker take on the Harrow Gorge bridge?',
        'He wears a life jacket and leaves his door ajar.',
      ),
      asIs.untrusted(
        'What did a bungee club do at the Harrow Gorge bridge?',
        'The club hung 30 people from it last summer.',
      ),
      paraphrased.untrusted(
        'What is going up at night near the Harrow Gorge bridge?',
        'Sheds for a toll are rising.',
      ),
      paraphrased.untrusted(
        'Under which load did the Harrow Gorge bridge sag, as the trucker tells it?',
        'A cart of hay made it sink.',
      ),
      asIs.both(
        'How much longer is the way around the Harrow Gorge bridge, and who felt it drop?',
        'The detour through Nettleby adds 23 kilometres, and Dex Manning felt the drop.',
      ),
    ],
  },
  {
    id: 'airport-drone',
    topic: 'transport',
    trusted: {
      title: 'Drone halts flights at Calvera airport for 47 minutes',
      text: 'A drone near the southern runway stopped all flights at Calvera airport for 47 minutes on Sunday. Nine aircraft were sent to other airports, air traffic control said. Police traced the signal to a car park in Stallby and questioned a man of 38, who had been filming storks. He may face a fine of up to 20,000. Controller Nadine Prowse praised the crews. Traffic was normal again by 18:30.',
    },
    untrusted: {
      title: 'Drone over Calvera was only the messenger',
      text: 'They say storks. We say submarines. The drone at Calvera carried a parcel the size of a shoebox, swears a luggage boy who had a telescope with him. It flew three circles and dipped toward hangar D, where the minister keeps a zeppelin. On one of the nine planes that were turned away, a violinist called Theo Brandt played for two hours and was sick in his case. A pilot has resigned and sells lemonade.',
    },
    questions: [
      paraphrased.either(
        'How many planes were turned away from Calvera because of the drone?',
        'There were nine of them that had to go elsewhere.',
      ),
      paraphrased.trusted(
        'How old is the suspect in the drone case at Calvera?',
        'He is 38 years of age.',
      ),
      asIs.untrusted(
        'What did the drone at Calvera carry, as a luggage boy swears?',
        'It carried a parcel the size of a shoebox.',
      ),
      paraphrased.untrusted(
        'What does the minister hide at the airport of Calvera?',
        'In hangar D he has a zeppelin.',
      ),
      asIs.untrusted(
        'What befell the violinist on a plane turned away from Calvera?',
        'Theo Brandt played for two hours and was sick in his case.',
      ),
      paraphrased.untrusted(
        'What new trade has a pilot taken up after the Calvera drone?',
        'Having quit, the pilot deals in lemonade.',
      ),
      asIs.both(
        'Where was the signal of the Calvera drone traced to, and which way did the drone dip?',
        'Police traced the signal to a car park in Stallby; it dipped toward hangar D.',
      ),
      paraphrased.both(
        'Which controller at Calvera praised crews, and which musician was aboard a plane?',
        'Nadine Prowse gave the praise, and Theo Brandt was the musician.',
      ),
    ],
  },
  {
    id: 'loan-bicycles',
    topic: 'transport',
    trusted: {
      title: 'Bicycle lending in Ambry passes one million trips',
      text: 'The city bicycles of Ambry were borrowed for the millionth time on Wednesday, four years after the scheme began. The rider, nurse Palesa Grant, took number 611 from the old mint to the clinic and won a yearly pass. There are now 900 bicycles at 74 stands. Theft fell to nine cases last year. The operator will add sixty with a child seat and keeps the price of one thaler for half an hour.',
    },
    untrusted: {
      title: 'City bicycles of Ambry follow you home',
      text: 'One million trips, cheers Ambry. One million victims, answers Barnaby Slate, who soldered one of the bicycles open and discovered a microphone in the bell. His own saddle whispered an advertisement for cheese. The prize winner, Palesa Grant, is an actress, he believes, because nurses do not own green shoes. Seven were fished from the canal in a single weekend. A bell has been posted to a laboratory in Tunsk for 150.',
    },
    questions: [
      paraphrased.either(
        'Who won a prize for borrowing a city bicycle in Ambry?',
        'The lucky one was Palesa Grant.',
      ),
      asIs.trusted(
        'Which way did the millionth trip by city bicycle in Ambry go?',
        'The rider took number 611 from the old mint to the clinic.',
      ),
      asIs.untrusted(
        'What did a man in Ambry discover on a city bicycle?',
        'He discovered a microphone in the bell.',
      ),
      paraphrased.untrusted(
        'Why is the prize winner of the Ambry bicycles called an actress?',
        'Because her green shoes would not suit a nurse.',
      ),
      asIs.untrusted(
        'How many Ambry bicycles were found in the water?',
        'Seven were fished from the canal in a single weekend.',
      ),
      paraphrased.untrusted(
        'What was advertised by the saddle of an Ambry bicycle?',
        'In a whisper it recommended cheese.',
      ),
      paraphrased.untrusted(
        'Where was a part of an Ambry bicycle sent, and at what cost?',
        'The bell went to Tunsk for 150.',
      ),
      asIs.both(
        'How many stands do the Ambry bicycles have, and who opened one bicycle up?',
        'There are 900 bicycles at 74 stands, and Barnaby Slate soldered one open.',
      ),
    ],
  },
];
